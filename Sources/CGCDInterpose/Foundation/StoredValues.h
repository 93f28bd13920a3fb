// Licensed under the Apache License, Version 2.0; see LICENSE.
// The methods of UserDefaults through which threads share values: each is atomic, a look and a change that
// follows it are not.
#ifndef CGCD_STORED_VALUES_H
#define CGCD_STORED_VALUES_H

/// METHOD(name of the replacement, mangled name, whether values are changed).
#define GCDC_STORE_METHODS(METHOD) \
  METHOD(object, "6object6forKeyypSgSS_tF", false) \
  METHOD(string, "6string6forKeySSSgSS_tF", false) \
  METHOD(array, "5array6forKeySayypGSgSS_tF", false) \
  METHOD(dictionary, "10dictionary6forKeySDySSypGSgSS_tF", false) \
  METHOD(data, "4data6forKey0A10Essentials4DataVSgSS_tF", false) \
  METHOD(strings, "11stringArray6forKeySaySSGSgSS_tF", false) \
  METHOD(integer, "7integer6forKeySiSS_tF", false) \
  METHOD(single, "5float6forKeySfSS_tF", false) \
  METHOD(double, "6double6forKeySdSS_tF", false) \
  METHOD(truth, "4bool6forKeySbSS_tF", false) \
  METHOD(url, "3url6forKey0A10Essentials3URLVSgSS_tF", false) \
  METHOD(all, "24dictionaryRepresentationSDySSypGyF", false) \
  METHOD(domain, "16persistentDomain7forNameSDySSypGSgSS_tF", false) \
  METHOD(set_object, "3set_6forKeyyypSg_SStF", true) \
  METHOD(set_integer, "3set_6forKeyySi_SStF", true) \
  METHOD(set_single, "3set_6forKeyySf_SStF", true) \
  METHOD(set_double, "3set_6forKeyySd_SStF", true) \
  METHOD(set_truth, "3set_6forKeyySb_SStF", true) \
  METHOD(set_url, "3set_6forKeyy0A10Essentials3URLVSg_SStF", true) \
  METHOD(set_domain, "19setPersistentDomain_7forNameySDySSypG_SStF", true) \
  METHOD(remove_object, "12removeObject6forKeyySS_tF", true) \
  METHOD(remove_domain, "22removePersistentDomain7forNameySS_tF", true) \
  METHOD(register_values, "8register8defaultsySDySSypG_tF", true)

#define GCDC_STORE_SYMBOL(name) "$s10Foundation12UserDefaultsC" name
#endif
